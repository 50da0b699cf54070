import { z } from "zod";
import { lat, lng, text } from "./content-schema";
import { readExtra } from "./extra-files";
import type { Step } from "./step";

/** Toll plazas whose prices a page states, in reais by class of vehicle. */
const tollsSchema = z.array(
  z.strictObject({
    uf: z.string().regex(/^[A-Z]{2}$/),
    name: text,
    road: z.string().regex(/^[A-Z]{2}-\d{3}$/),
    operator: text,
    operator_phone: text.nullable(),
    is_free_flow: z.boolean(),
    lat,
    lng,
    source: z.url(),
    check_date: z.iso.date(),
    valid_from: z.iso.date(),
    prices: z.partialRecord(z.enum(["car", "motorcycle", "car_trailer_3", "car_trailer_4"]), z.number().min(0)),
  }),
);

/** Adds plazas with their prices; one that the panel already has is not changed. */
export function tollsStep(): Step | null {
  const tolls = readExtra("tolls", tollsSchema);
  if (!tolls) return null;
  return {
    key: "content-extra/tolls",
    title: "pedágios",
    input: tolls,
    write: async (tx) => {
      let written = 0;
      for (const { uf, prices, valid_from, ...same } of tolls) {
        const [known] = await tx`
          select from public.tolls where state_abbr = ${uf} and road = ${same.road} and name = ${same.name}`;
        if (known) continue;
        const row = { ...same, state_abbr: uf, status: "published" };
        const [toll] = await tx<{ id: string }[]>`insert into public.tolls ${tx(row)} returning id`;
        const ofToll = Object.entries(prices).map(([vehicle_class, price], position) => ({
          toll_id: toll!.id,
          position,
          vehicle_class,
          price,
          valid_from,
        }));
        await tx`insert into public.toll_prices ${tx(ofToll)}`;
        written++;
      }
      return `${written} de ${tolls.length} gravados`;
    },
  };
}
