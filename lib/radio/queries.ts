import "server-only";
import { cache } from "react";
import { AppError } from "../platform/error";
import { createPublicClient } from "../platform/supabase/public";
import { stationOf, type Station } from "./rules";

/** Active radio stations in display order. */
export const listStations = cache(async (): Promise<Station[]> => {
  const { data, error } = await createPublicClient(["radio"])
    .from("radio_stations")
    .select("id, name, stream_url, fallback_url")
    .eq("is_active", true)
    .order("position")
    .order("name")
    .limit(20);
  if (error) throw new AppError("service.unavailable", { detail: error.message });
  return data.map(stationOf);
});
