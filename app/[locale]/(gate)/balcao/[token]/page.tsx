import { notFound } from "next/navigation";
import { getLocale, getMessages } from "next-intl/server";
import { ReadingFrame } from "@/components/platform/readings/reading-frame";
import { Desk } from "@/components/partners/desk/desk";
import { getDeskTexts } from "@/components/partners/desk/get-desk-texts";
import { callerAddress } from "@/lib/platform/caller";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { isLiveVoucherDevice } from "@/lib/partners/desk/queries";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("partners/desk", "title", { referrer: "no-referrer" });

/** The desk on an enrolled device. The service worker keeps this page, so it contains no data of the place. */
export default async function DeviceDeskPage({ params }: { params: Promise<{ token: string }> }) {
  await takeAttempt("voucherDeskPage", await callerAddress());
  const { token } = await params;
  if (!(await isLiveVoucherDevice(token))) notFound();
  const [locale, { "events/gate": gate }, texts] = await Promise.all([getLocale(), getMessages(), getDeskTexts()]);
  return (
    <ReadingFrame title={texts.title}>
      <Desk texts={texts} camera={gate.camera} locale={locale} login={null} token={token} />
    </ReadingFrame>
  );
}
