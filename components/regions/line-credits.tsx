import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";

const OSM_SOURCES = ["osm", "osm-catalog", "omt", "vic"];
const OTHERS: Partial<Record<string, string>> = { dnit: "DNIT (SNV)", "sie-sc": "SIE-SC", "der-sp": "DER-SP" };

/** Authors of the drawn lines, OpenStreetMap with the link its licence asks for; nothing without sources. */
export async function LineCredits({ sources }: { sources: readonly string[] }) {
  if (sources.length === 0) return null;
  const t = await getTranslations("regions.road");
  const credits: ReactNode[] = [];
  if (sources.some((source) => OSM_SOURCES.includes(source)))
    credits.push(
      <a key="osm" className="underline" href="https://www.openstreetmap.org/copyright">
        © OpenStreetMap contributors
      </a>,
    );
  if (sources.includes("omt"))
    credits.push(
      <a key="omt" className="underline" href="https://openmaptiles.org/">
        © OpenMapTiles
      </a>,
    );
  for (const source of sources) if (OTHERS[source]) credits.push(<span key={source}>{OTHERS[source]}</span>);
  return (
    <p className="mt-1 text-sm text-muted">
      {t("credits")}:{" "}
      {credits.map((credit, index) => (
        <span key={index}>
          {index > 0 && " · "}
          {credit}
        </span>
      ))}
    </p>
  );
}
