import { z } from "zod";
import { pictureKey } from "./rules";
import { typed } from "../form";
import { outcomeSchema } from "../outcome-schema";

const text = (max: number) => typed().max(max);
const nothing = (text: string) => text || null;

export const addressSchema = z.string().refine((address) => pictureKey(address) !== null);

/** Alt text and credits of an image, entered by an editor. */
export const descriptionSchema = z.strictObject({
  path: addressSchema,
  alt: text(300),
  en: text(300),
  es: text(300),
  credit: text(200),
  licence: text(200),
});

/** Converts a description to database columns; empty texts become null or are left out. */
export const descriptionColumns = ({ alt, en, es, credit, licence }: z.infer<typeof descriptionSchema>) => ({
  alt,
  credit: nothing(credit),
  licence: nothing(licence),
  translations: { ...(en && { en: { alt: en } }), ...(es && { es: { alt: es } }) },
});

export type Description = z.infer<typeof descriptionSchema>;

/** Result of `take_upload`: `full` when the files of the account or link have too many bytes. */
export const takenUploadSchema = outcomeSchema({ refused: ["full"], gone: true });
