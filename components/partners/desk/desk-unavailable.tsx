import { getMessages } from "next-intl/server";
import { ReadingFrame } from "@/components/platform/readings/reading-frame";
import { SignPlate } from "@/components/ui/sign-plate";
import { LateRedemptions } from "./late-redemptions";

/** Shown for the link of a device that is wrong, expired or revoked. */
export async function DeskUnavailable() {
  const { "partners/desk": texts } = await getMessages();
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
