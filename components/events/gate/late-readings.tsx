"use client";

import type { Messages } from "next-intl";
import { LateNote } from "@/components/platform/readings/late-note";
import { useLateReadings } from "@/components/platform/readings/use-late-readings";
import { GATE_DATABASE } from "@/lib/platform/device-storage/rules";
import { gateStore } from "./gate-store";
import { gateReader } from "./use-gate";

const LATE = {
  database: GATE_DATABASE,
  store: gateStore,
  senderOf: (token: string) => gateReader({ kind: "device", token }).sender,
};

/** On the page of an ended link: deletes the list and sends the readings from before the end. */
export function LateReadings({ texts }: { texts: Messages["events/gate"]["invalidLink"] }) {
  return <LateNote texts={texts} rest={useLateReadings(LATE)} />;
}
