import { z } from "zod";
import { DEFAULT_LOCALE, LOCALES } from "./routing";

/** The language that a parameter of an address asks for; Portuguese without a known one. */
export const askedLocale = z.enum(LOCALES).catch(DEFAULT_LOCALE);
