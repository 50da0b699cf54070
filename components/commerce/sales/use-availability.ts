import { useEffect, useState } from "react";
import type { Availability } from "@/lib/commerce/ads/schema";

const PATH = "/api/ad-availability";

async function load(query: URLSearchParams): Promise<Availability | "unknown"> {
  try {
    const answer = await fetch(`${PATH}?${query.toString()}`);
    return answer.ok ? ((await answer.json()) as Availability) : "unknown";
  } catch {
    return "unknown";
  }
}

type Query = {
  from: string;
  days: number | undefined;
  replaced: string | null;
  /** Changes when the answer is out of date. */
  round: string;
};

/** Free shares on the days of a sale; null while they are looked up, `"unknown"` when they could not be. */
export function useAvailability({ from, days, replaced, round }: Query): Availability | "unknown" | null {
  const key = JSON.stringify([from, days, replaced, round]);
  const [found, setFound] = useState<{ key: string; rows: Availability | "unknown" } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (days === undefined) return undefined;
    const query = new URLSearchParams({ from, days: String(days), ...(replaced && { replaced }) });
    void load(query).then((rows) => isCurrent && setFound({ key, rows }));
    return () => {
      isCurrent = false;
    };
  }, [key, from, days, replaced]);
  return found?.key === key ? found.rows : null;
}
