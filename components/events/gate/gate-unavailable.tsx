import { getMessages, getTranslations } from "next-intl/server";
import { GateFrame } from "./gate-frame";
import { LateReadings } from "./late-readings";
import { SignPlate } from "@/components/ui/sign-plate";

/** Shown for the link of a device that is wrong, expired or revoked. */
export async function GateUnavailable() {
  const [t, { "events/gate": gate }] = await Promise.all([getTranslations("events/gate.invalidLink"), getMessages()]);
  return (
    <GateFrame>
      <SignPlate kind="warning">
        <p className="px-4 py-2 text-xl">{t("title")}</p>
      </SignPlate>
      <p>{t("text")}</p>
      <LateReadings texts={gate.invalidLink} />
    </GateFrame>
  );
}
