import { createContext } from "react";
import type { HelpCar } from "@/lib/guide/breakdown/rules";

type GarageCarsValue = {
  /** The car of the trip that is driven now, or the only one of the garage. */
  driven: HelpCar | null;
  /** The cars of the garage. */
  cars: readonly HelpCar[];
};

/** Data of the person's car that the page gives to the help for a breakdown. */
export const GarageCars = createContext<GarageCarsValue>({ driven: null, cars: [] });
