import Statoscope
import StatoscopeCompatibility
import StatoscopeTesting
import StatoscopeTestingCompatibility

// The landing pages of the modules with former names show these lines.
