import { notFound } from "next/navigation";
import { getLocale, getMessages } from "next-intl/server";
import { Gate } from "@/components/events/gate/gate";
import { GateFrame } from "@/components/events/gate/gate-frame";
import { GateTexts } from "@/components/events/gate/gate-texts";
import { isLiveDevice } from "@/lib/events/gate/queries";
import { callerAddress } from "@/lib/platform/caller";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("events/gate", "title", { referrer: "no-referrer" });

/** The gate on the device of a volunteer. The service worker keeps this page, so it contains no data of people. */
export default async function DeviceGatePage({ params }: { params: Promise<{ token: string }> }) {
  await takeAttempt("gatePage", await callerAddress());
  const { token } = await params;
  if (!(await isLiveDevice(token))) notFound();
  const [locale, { "events/gate": gate }] = await Promise.all([getLocale(), getMessages()]);
  return (
    <GateFrame>
      <GateTexts value={gate}>
        <Gate locale={locale} login={null} token={token} />
      </GateTexts>
    </GateFrame>
  );
}
