import { fold } from "../../../platform/slug";
import type { HelpCar } from "../../../guide/breakdown/rules";

export type CarModel = {
  make: string;
  model: string;
  cooling: "air" | "water";
  /** Null where the model was built with more than one. */
  fuelSystem: "carburettor" | "diesel" | null;
  /** Whether its engines have a timing belt; false for gears and chains, null where the model was built with both. */
  hasTimingBelt: boolean | null;
};

const air = (make: string, model: string): CarModel => ({
  make,
  model,
  cooling: "air",
  fuelSystem: "carburettor",
  hasTimingBelt: false,
});
const water = (
  make: string,
  model: string,
  hasTimingBelt: boolean | null,
  fuelSystem: CarModel["fuelSystem"] = "carburettor",
): CarModel => ({ make, model, cooling: "water", fuelSystem, hasTimingBelt });

/** Common classics of Brazil whose engines leave no doubt; models built with air and water cooling are left out. */
export const CAR_MODELS: readonly CarModel[] = [
  water("Alfa Romeo", "2300", false),
  water("Chevrolet", "Caravan", false),
  water("Chevrolet", "Chevette", true),
  water("Chevrolet", "Marajó", true),
  water("Chevrolet", "Monza", true, null),
  water("Chevrolet", "Opala", false),
  water("Dodge", "Charger", false),
  water("Dodge", "Dart", false),
  water("Dodge", "Magnum", false),
  water("Dodge", "Polara", false),
  water("Fiat", "147", true),
  water("Fiat", "Oggi", true),
  water("Fiat", "Panorama", true),
  water("Fiat", "Uno", true, null),
  water("Ford", "Belina", null),
  water("Ford", "Corcel", false),
  water("Ford", "Corcel II", false),
  water("Ford", "Del Rey", null),
  water("Ford", "Galaxie", false),
  water("Ford", "Landau", false),
  water("Ford", "Maverick", null),
  water("Ford", "Rural", null),
  air("Puma", "GT"),
  air("Puma", "GTE"),
  air("Puma", "GTS"),
  water("Simca", "Chambord", false),
  water("Simca", "Esplanada", false),
  water("Toyota", "Bandeirante", false, "diesel"),
  air("Volkswagen", "Brasília"),
  air("Volkswagen", "Fusca"),
  air("Volkswagen", "Karmann-Ghia"),
  water("Volkswagen", "Passat", true),
  water("Volkswagen", "Santana", true, null),
  air("Volkswagen", "SP2"),
  air("Volkswagen", "TL"),
  air("Volkswagen", "Variant"),
  water("Willys", "Aero", false),
  water("Willys", "Gordini", false),
  water("Willys", "Itamaraty", false),
];

const words = (name: string) => fold(name).split(/[^a-z0-9]+/);
/** Words of a model that stand beside each other in a name. */
const contains = (name: readonly string[], model: readonly string[]) =>
  name.some((_, from) => model.every((word, index) => name[from + index] === word));

/** Short models, such as GT, are also parts of other names, so they count beside their make only. */
const MAX_SHORT = 3;
const wordsOf = ({ make, model }: CarModel) => words(model.length <= MAX_SHORT ? `${make} ${model}` : model);

/** The model that a name of a car contains, such as "Fusca do vô 74"; null without one, and where several fit. */
export function modelIn(name: string): CarModel | null {
  const given = words(name);
  const found = CAR_MODELS.filter((model) => contains(given, wordsOf(model)));
  // "Corcel II" contains "Corcel".
  const longest = Math.max(...found.map(({ model }) => model.length));
  const fitting = found.filter(({ model }) => model.length === longest);
  return fitting.length === 1 ? fitting[0]! : null;
}

type Car = { make: string; model: string; cooling: string | null; fuel_system: string | null };

/** What is known about the engine of a car: what its owner stated, otherwise what its model leaves no doubt about. */
export function engineOf(car: Car): Pick<Car, "cooling" | "fuel_system"> & { hasTimingBelt: boolean | null } {
  const known = modelIn(`${car.make} ${car.model}`);
  const cooling = car.cooling ?? known?.cooling ?? null;
  return {
    cooling,
    fuel_system: car.fuel_system ?? known?.fuelSystem ?? null,
    // A car of another cooling than its model has another engine.
    hasTimingBelt: known && known.cooling === cooling ? known.hasTimingBelt : null,
  };
}

/** The car of a plan: the one of the garage that it was planned with, otherwise the name typed in the plan and what the model in it leaves no doubt about. */
export function plannedCar(
  { name, vehicleId }: { name: string; vehicleId?: string | null },
  garage: readonly HelpCar[],
): HelpCar | null {
  const own = garage.find(({ id }) => id !== null && id === vehicleId);
  if (own) return own;
  const { fuel_system: fuelSystem, cooling } = engineOf({ make: "", model: name, fuel_system: null, cooling: null });
  return name.trim() ? { id: null, name: name.trim(), fuelSystem, cooling } : null;
}
