import { getMessages, getTranslations } from "next-intl/server";
import { GateFrame } from "@/components/gate/gate-frame";
import { LateReadings } from "@/components/gate/late-readings";
import { SignPlate } from "@/components/ui/sign-plate";

/** Shown for a link that is wrong, expired or revoked. */
export default async function DeviceGateNotFound() {
  const [t, { gate }] = await Promise.all([getTranslations("gate.invalidLink"), getMessages()]);
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
