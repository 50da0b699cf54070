"use client";

import type { Messages } from "next-intl";
import type { MapLabels } from "@/components/geo/map/labels";
import { createTexts } from "@/components/ui/texts";

export type EventMessages = Pick<
  Messages["events/publishing"],
  | "basics"
  | "dates"
  | "form"
  | "gaps"
  | "kind"
  | "kinds"
  | "place"
  | "poster"
  | "registrations"
  | "review"
  | "rules"
  | "stale"
  | "stands"
  | "steps"
  | "stops"
  | "team"
  | "validation"
> & { map: MapLabels; documents: Messages["events/registrations"]["documentNames"] };

const { Provider, useTexts } = createTexts<EventMessages>("EventTexts");
export { Provider as EventTexts, useTexts as useEventTexts };
