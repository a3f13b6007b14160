import NewsReader
import Statoscope

/// A screen of the stack above the list.
package enum Screen: ScopeEnum {
  case favourites(Favourites)
  case article(Article)
}
