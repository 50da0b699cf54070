import { getMessages } from "next-intl/server";
import { ReadingFrame } from "@/components/readings/reading-frame";
import { SignPlate } from "@/components/ui/sign-plate";
import { LateRedemptions } from "@/components/voucher-desk/late-redemptions";

/** Shown for a link that is wrong, expired or revoked. */
export default async function DeviceDeskNotFound() {
  const { "voucher-desk": texts } = await getMessages();
  return (
    <ReadingFrame title={texts.title}>
      <SignPlate kind="warning">
        <p className="px-4 py-2 text-xl">{texts.invalidLink.title}</p>
      </SignPlate>
      <p>{texts.invalidLink.text}</p>
      <LateRedemptions texts={texts.invalidLink} />
    </ReadingFrame>
  );
}
