import { z } from "zod";
import { AVOIDABLE, lengthKm, MAX_ROUTE_KM } from "./rules";

export const MAX_POINTS = 25;

/** South America: a point elsewhere is a mistake, and a search for roads near it would read the whole network. */
const pointSchema = z
  .string()
  .regex(/^-?\d{1,2}(?:\.\d{1,8})?,-?\d{1,3}(?:\.\d{1,8})?$/)
  .transform((text) => text.split(",").map(Number) as [number, number])
  .refine(([lat, lng]) => lat >= -36 && lat <= 8 && lng >= -76 && lng <= -28);

/** `?points=lat,lng;lat,lng&avoid=toll,ferry`; a single point asks for the nearest road. */
export const roadRouteSchema = z.object({
  points: z
    .string()
    .max(MAX_POINTS * 30)
    .transform((text) => text.split(";"))
    .pipe(z.array(pointSchema).min(1).max(MAX_POINTS))
    .refine((points) => lengthKm(points) <= MAX_ROUTE_KM),
  avoid: z
    .string()
    .default("")
    .transform((text) => [...new Set(text.split(",").filter((kind) => kind !== ""))])
    .pipe(z.array(z.enum(AVOIDABLE))),
});
