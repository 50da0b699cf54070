import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ReadingFrame } from "@/components/platform/readings/reading-frame";

/** The frame of the pages that check people in at an event. */
export async function GateFrame({ children }: { children: ReactNode }) {
  const t = await getTranslations("events/gate");
  return <ReadingFrame title={t("title")}>{children}</ReadingFrame>;
}
