import "server-only";
import { cache } from "react";
import { createPublicClient } from "../../platform/supabase/public";
import { stationOf, type Station } from "./rules";
import { orThrow } from "../../platform/supabase/or-throw";

/** Active radio stations in display order. */
export const listStations = cache(async (): Promise<Station[]> => {
  const data = orThrow(
    await createPublicClient(["radio"])
      .from("radio_stations")
      .select("id, name, stream_url, fallback_url")
      .eq("is_active", true)
      .order("position")
      .order("name")
      .limit(20),
  );
  return data.map(stationOf);
});
