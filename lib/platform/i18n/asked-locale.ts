import { z } from "zod";
import { DEFAULT_LOCALE } from "./routing";
import { LOCALES } from "../supabase/database-constants/platform";

/** The language that a parameter of an address asks for; Portuguese without a known one. */
export const askedLocale = z.enum(LOCALES).catch(DEFAULT_LOCALE);
