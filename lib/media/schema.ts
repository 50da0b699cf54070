import { z } from "zod";
import { pictureKey } from "./rules";

const words = (max: number) => z.string().trim().max(max);
const nothing = (text: string) => text || null;

export const addressSchema = z.string().refine((address) => pictureKey(address) !== null);

/** What an editor says of a picture. */
export const descriptionSchema = z.strictObject({
  path: addressSchema,
  alt: words(300),
  en: words(300),
  es: words(300),
  credit: words(200),
  licence: words(200),
});

/** The same as columns; empty texts are no translation and no credit. */
export const descriptionColumns = ({ alt, en, es, credit, licence }: z.infer<typeof descriptionSchema>) => ({
  alt,
  credit: nothing(credit),
  licence: nothing(licence),
  translations: { ...(en && { en: { alt: en } }), ...(es && { es: { alt: es } }) },
});

export type Description = z.infer<typeof descriptionSchema>;
