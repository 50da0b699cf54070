import { createContext } from "react";
import type { HelpCar } from "@/lib/guide/breakdown/rules";

type KnownCarsValue = {
  /** The car of the trip that is driven now, or the only one of the garage. */
  driven: HelpCar | null;
  /** The cars of the garage. */
  cars: readonly HelpCar[];
};

/** What the page around the help of a breakdown knows about the car of the person. */
export const KnownCars = createContext<KnownCarsValue>({ driven: null, cars: [] });
