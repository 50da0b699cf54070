import { z } from "zod";
import { pictureKey } from "./rules";

const words = (max: number) => z.string().trim().max(max);
const nothing = (text: string) => text || null;

export const addressSchema = z.string().refine((address) => pictureKey(address) !== null);

/** Alt text and credits of an image, entered by an editor. */
export const descriptionSchema = z.strictObject({
  path: addressSchema,
  alt: words(300),
  en: words(300),
  es: words(300),
  credit: words(200),
  licence: words(200),
});

/** Converts a description to database columns; empty texts become null or are left out. */
export const descriptionColumns = ({ alt, en, es, credit, licence }: z.infer<typeof descriptionSchema>) => ({
  alt,
  credit: nothing(credit),
  licence: nothing(licence),
  translations: { ...(en && { en: { alt: en } }), ...(es && { es: { alt: es } }) },
});

export type Description = z.infer<typeof descriptionSchema>;
