import { useEffect, useState } from "react";
import { BREAKDOWN_DATA_PATH, type BreakdownData } from "@/lib/guide/breakdown/rules";

/** The data of the page: `null` while it loads, `failed` without a connection and without a copy on the device. */
export function useBreakdownData(): BreakdownData | "failed" | null {
  const [data, setData] = useState<BreakdownData | "failed" | null>(null);
  useEffect(() => {
    const aborter = new AbortController();
    async function load() {
      try {
        const response = await fetch(BREAKDOWN_DATA_PATH, { signal: aborter.signal });
        if (!response.ok) throw new Error(String(response.status));
        setData((await response.json()) as BreakdownData);
      } catch {
        if (!aborter.signal.aborted) setData((known) => (known && known !== "failed" ? known : "failed"));
      }
    }
    void load();
    const again = () => void load();
    window.addEventListener("online", again);
    return () => {
      aborter.abort();
      window.removeEventListener("online", again);
    };
  }, []);
  return data;
}
