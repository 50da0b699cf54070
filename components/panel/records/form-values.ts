import { createContext } from "react";
import { TIME_ZONE } from "@/lib/platform/dates";
import type { Values } from "./use-record";

/** The present values of a record form and the time zone of its moments, for content that the page puts into the form. */
export const FormValues = createContext<{ values: Values; zone: string }>({ values: {}, zone: TIME_ZONE });
