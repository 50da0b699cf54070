import "server-only";
import { cache } from "react";
import { AppError } from "../platform/error";
import { createPublicClient } from "../platform/supabase/public";
import type { StateAbbr } from "./rules";

/** The editors' texts about a state; null while nobody has written them. */
export const getStateContent = cache(async (abbr: StateAbbr) => {
  const { data, error } = await createPublicClient(["states", `states:${abbr}`])
    .from("state_contents")
    .select("headline, intro, best_season, how_to_arrive, translations")
    .eq("state_abbr", abbr)
    .maybeSingle();
  if (error) throw new AppError("service.unavailable", { detail: error.message });
  return data;
});
