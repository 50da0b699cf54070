"use client";

import { LateNote } from "@/components/platform/readings/late-note";
import { useLateReadings } from "@/components/platform/readings/use-late-readings";
import { DESK_DATABASE } from "@/lib/platform/device-storage/rules";
import { redemptionSender } from "./desk-reader";
import type { DeskMessages } from "./desk-texts";
import { deskStore } from "./desk-store";

const LATE = { database: DESK_DATABASE, store: deskStore, senderOf: redemptionSender };

/** On the page of an ended link: deletes what the desk kept and sends the redemptions from before the end. */
export function LateRedemptions({ texts }: { texts: DeskMessages["invalidLink"] }) {
  return <LateNote texts={texts} rest={useLateReadings(LATE)} />;
}
