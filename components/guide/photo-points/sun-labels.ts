import { COMPASS_POINTS } from "@/lib/guide/photo-points/rules";
import type { SunLabels } from "./sun-dial";

/** Texts of the sun dial; placeholders stay because the browser fills in the numbers. */
export function sunLabels(t: { (key: string): string; raw: (key: string) => unknown }): SunLabels {
  const open = (key: string) => String(t.raw(key));
  return {
    title: t("title"),
    winds: Object.fromEntries(COMPASS_POINTS.map((wind) => [wind, t(`winds.${wind}`)])) as SunLabels["winds"],
    today: open("today"),
    now: open("now"),
    night: t("night"),
    view: { below: t("view.below"), behind: t("view.behind"), side: t("view.side"), against: t("view.against") },
    looks: open("looks"),
    unknown: t("unknown"),
  };
}
