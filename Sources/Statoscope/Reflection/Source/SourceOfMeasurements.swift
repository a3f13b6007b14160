import Foundation

extension Measurement: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    guard let name = KnownUnit.name(of: unit) else { return nil }
    let value = writer.text(of: value).expected
    return SourceText("Measurement<\(typeName(UnitType.self))>(value: \(value), unit: \(name))")
  }
}

/// The units that Foundation has names for.
private enum KnownUnit {
  /// Returns the name of a unit; nil for a unit of the app.
  static func name(of unit: Unit) -> String? {
    let type = type(of: unit)
    let known = all(of: type).first { $0.value == unit && $0.value.symbol == unit.symbol }
    return known.map { "\(typeName(type)).\($0.key)" }
  }

  private static func all(of type: Unit.Type) -> KeyValuePairs<String, Unit> {
    if type == UnitLength.self { return lengths }
    if type == UnitMass.self { return masses }
    if type == UnitVolume.self { return volumes }
    if type == UnitArea.self { return areas }
    if type == UnitPressure.self { return pressures }
    if type == UnitPower.self { return powers }
    return physical(type) ?? electric(type) ?? [:]
  }

  private static func physical(_ type: Unit.Type) -> KeyValuePairs<String, Unit>? {
    if type == UnitAcceleration.self {
      return [
        "metersPerSecondSquared": UnitAcceleration.metersPerSecondSquared,
        "gravity": UnitAcceleration.gravity,
      ]
    }
    if type == UnitAngle.self {
      return [
        "degrees": UnitAngle.degrees, "arcMinutes": UnitAngle.arcMinutes,
        "arcSeconds": UnitAngle.arcSeconds, "radians": UnitAngle.radians, "gradians": UnitAngle.gradians,
        "revolutions": UnitAngle.revolutions,
      ]
    }
    if type == UnitConcentrationMass.self {
      return [
        "gramsPerLiter": UnitConcentrationMass.gramsPerLiter,
        "milligramsPerDeciliter": UnitConcentrationMass.milligramsPerDeciliter,
      ]
    }
    if type == UnitDispersion.self {
      return [
        "partsPerMillion": UnitDispersion.partsPerMillion
      ]
    }
    if type == UnitDuration.self {
      return [
        "hours": UnitDuration.hours, "minutes": UnitDuration.minutes, "seconds": UnitDuration.seconds,
      ]
    }
    if type == UnitEnergy.self {
      return [
        "kilojoules": UnitEnergy.kilojoules, "joules": UnitEnergy.joules,
        "kilocalories": UnitEnergy.kilocalories, "calories": UnitEnergy.calories,
        "kilowattHours": UnitEnergy.kilowattHours,
      ]
    }
    if type == UnitFrequency.self {
      return [
        "terahertz": UnitFrequency.terahertz, "gigahertz": UnitFrequency.gigahertz,
        "megahertz": UnitFrequency.megahertz, "kilohertz": UnitFrequency.kilohertz,
        "hertz": UnitFrequency.hertz, "millihertz": UnitFrequency.millihertz,
        "microhertz": UnitFrequency.microhertz, "nanohertz": UnitFrequency.nanohertz,
      ]
    }
    if type == UnitFuelEfficiency.self {
      return [
        "litersPer100Kilometers": UnitFuelEfficiency.litersPer100Kilometers,
        "milesPerImperialGallon": UnitFuelEfficiency.milesPerImperialGallon,
        "milesPerGallon": UnitFuelEfficiency.milesPerGallon,
      ]
    }
    if type == UnitIlluminance.self {
      return [
        "lux": UnitIlluminance.lux
      ]
    }
    if type == UnitSpeed.self {
      return [
        "metersPerSecond": UnitSpeed.metersPerSecond, "kilometersPerHour": UnitSpeed.kilometersPerHour,
        "milesPerHour": UnitSpeed.milesPerHour, "knots": UnitSpeed.knots,
      ]
    }
    if type == UnitTemperature.self {
      return [
        "kelvin": UnitTemperature.kelvin, "celsius": UnitTemperature.celsius,
        "fahrenheit": UnitTemperature.fahrenheit,
      ]
    }
    return nil
  }

  private static func electric(_ type: Unit.Type) -> KeyValuePairs<String, Unit>? {
    if type == UnitElectricCharge.self {
      return [
        "coulombs": UnitElectricCharge.coulombs, "megaampereHours": UnitElectricCharge.megaampereHours,
        "kiloampereHours": UnitElectricCharge.kiloampereHours,
        "ampereHours": UnitElectricCharge.ampereHours,
        "milliampereHours": UnitElectricCharge.milliampereHours,
        "microampereHours": UnitElectricCharge.microampereHours,
      ]
    }
    if type == UnitElectricCurrent.self {
      return [
        "megaamperes": UnitElectricCurrent.megaamperes, "kiloamperes": UnitElectricCurrent.kiloamperes,
        "amperes": UnitElectricCurrent.amperes, "milliamperes": UnitElectricCurrent.milliamperes,
        "microamperes": UnitElectricCurrent.microamperes,
      ]
    }
    if type == UnitElectricPotentialDifference.self {
      return [
        "megavolts": UnitElectricPotentialDifference.megavolts,
        "kilovolts": UnitElectricPotentialDifference.kilovolts,
        "volts": UnitElectricPotentialDifference.volts,
        "millivolts": UnitElectricPotentialDifference.millivolts,
        "microvolts": UnitElectricPotentialDifference.microvolts,
      ]
    }
    if type == UnitElectricResistance.self {
      return [
        "megaohms": UnitElectricResistance.megaohms, "kiloohms": UnitElectricResistance.kiloohms,
        "ohms": UnitElectricResistance.ohms, "milliohms": UnitElectricResistance.milliohms,
        "microohms": UnitElectricResistance.microohms,
      ]
    }
    return nil
  }

  private static var lengths: KeyValuePairs<String, Unit> {
    [
      "megameters": UnitLength.megameters, "kilometers": UnitLength.kilometers,
      "hectometers": UnitLength.hectometers, "decameters": UnitLength.decameters,
      "meters": UnitLength.meters, "decimeters": UnitLength.decimeters,
      "centimeters": UnitLength.centimeters, "millimeters": UnitLength.millimeters,
      "micrometers": UnitLength.micrometers, "nanometers": UnitLength.nanometers,
      "picometers": UnitLength.picometers, "inches": UnitLength.inches, "feet": UnitLength.feet,
      "yards": UnitLength.yards, "miles": UnitLength.miles,
      "scandinavianMiles": UnitLength.scandinavianMiles, "lightyears": UnitLength.lightyears,
      "nauticalMiles": UnitLength.nauticalMiles, "fathoms": UnitLength.fathoms,
      "furlongs": UnitLength.furlongs, "astronomicalUnits": UnitLength.astronomicalUnits,
      "parsecs": UnitLength.parsecs,
    ]
  }

  private static var masses: KeyValuePairs<String, Unit> {
    [
      "kilograms": UnitMass.kilograms, "grams": UnitMass.grams, "decigrams": UnitMass.decigrams,
      "centigrams": UnitMass.centigrams, "milligrams": UnitMass.milligrams,
      "micrograms": UnitMass.micrograms, "nanograms": UnitMass.nanograms, "picograms": UnitMass.picograms,
      "ounces": UnitMass.ounces, "pounds": UnitMass.pounds, "stones": UnitMass.stones,
      "metricTons": UnitMass.metricTons, "shortTons": UnitMass.shortTons, "carats": UnitMass.carats,
      "ouncesTroy": UnitMass.ouncesTroy, "slugs": UnitMass.slugs,
    ]
  }

  private static var volumes: KeyValuePairs<String, Unit> {
    [
      "megaliters": UnitVolume.megaliters, "kiloliters": UnitVolume.kiloliters, "liters": UnitVolume.liters,
      "deciliters": UnitVolume.deciliters, "centiliters": UnitVolume.centiliters,
      "milliliters": UnitVolume.milliliters, "cubicKilometers": UnitVolume.cubicKilometers,
      "cubicMeters": UnitVolume.cubicMeters, "cubicDecimeters": UnitVolume.cubicDecimeters,
      "cubicMillimeters": UnitVolume.cubicMillimeters, "cubicInches": UnitVolume.cubicInches,
      "cubicFeet": UnitVolume.cubicFeet, "cubicYards": UnitVolume.cubicYards,
      "cubicMiles": UnitVolume.cubicMiles, "acreFeet": UnitVolume.acreFeet, "bushels": UnitVolume.bushels,
      "teaspoons": UnitVolume.teaspoons, "tablespoons": UnitVolume.tablespoons,
      "fluidOunces": UnitVolume.fluidOunces, "cups": UnitVolume.cups, "pints": UnitVolume.pints,
      "quarts": UnitVolume.quarts, "gallons": UnitVolume.gallons,
      "imperialTeaspoons": UnitVolume.imperialTeaspoons,
      "imperialTablespoons": UnitVolume.imperialTablespoons,
      "imperialFluidOunces": UnitVolume.imperialFluidOunces, "imperialPints": UnitVolume.imperialPints,
      "imperialQuarts": UnitVolume.imperialQuarts, "imperialGallons": UnitVolume.imperialGallons,
      "metricCups": UnitVolume.metricCups,
    ]
  }

  private static var areas: KeyValuePairs<String, Unit> {
    [
      "squareMegameters": UnitArea.squareMegameters, "squareKilometers": UnitArea.squareKilometers,
      "squareMeters": UnitArea.squareMeters, "squareCentimeters": UnitArea.squareCentimeters,
      "squareMillimeters": UnitArea.squareMillimeters, "squareMicrometers": UnitArea.squareMicrometers,
      "squareNanometers": UnitArea.squareNanometers, "squareInches": UnitArea.squareInches,
      "squareFeet": UnitArea.squareFeet, "squareYards": UnitArea.squareYards,
      "squareMiles": UnitArea.squareMiles, "acres": UnitArea.acres, "ares": UnitArea.ares,
      "hectares": UnitArea.hectares,
    ]
  }

  private static var pressures: KeyValuePairs<String, Unit> {
    [
      "newtonsPerMetersSquared": UnitPressure.newtonsPerMetersSquared,
      "gigapascals": UnitPressure.gigapascals, "megapascals": UnitPressure.megapascals,
      "kilopascals": UnitPressure.kilopascals, "hectopascals": UnitPressure.hectopascals,
      "inchesOfMercury": UnitPressure.inchesOfMercury, "bars": UnitPressure.bars,
      "millibars": UnitPressure.millibars, "millimetersOfMercury": UnitPressure.millimetersOfMercury,
      "poundsForcePerSquareInch": UnitPressure.poundsForcePerSquareInch,
    ]
  }

  private static var powers: KeyValuePairs<String, Unit> {
    [
      "terawatts": UnitPower.terawatts, "gigawatts": UnitPower.gigawatts, "megawatts": UnitPower.megawatts,
      "kilowatts": UnitPower.kilowatts, "watts": UnitPower.watts, "milliwatts": UnitPower.milliwatts,
      "microwatts": UnitPower.microwatts, "nanowatts": UnitPower.nanowatts,
      "picowatts": UnitPower.picowatts, "femtowatts": UnitPower.femtowatts,
      "horsepower": UnitPower.horsepower,
    ]
  }
}
