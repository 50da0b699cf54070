import type { Json } from "./database.types";

/** A checked value as an argument of a function of the database, whose types know no optional or unknown fields. */
export const asJson = (value: object): Json => value as Json;
