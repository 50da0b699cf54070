import { getLocale, getMessages } from "next-intl/server";
import { BreakdownHelp } from "@/components/guide/breakdown/breakdown-help";
import { Driving } from "@/components/travel/driving/driving";
import { DrivingTexts } from "@/components/travel/driving/driving-texts";
import { requireAccount } from "@/lib/platform/auth/guard";
import { drivingPath } from "@/lib/travel/tracks/rules";

/** The instruments, always dark. The service worker keeps this page, so it contains no data of the account. */
export async function DrivingPage({ tripId }: { tripId: string | null }) {
  await requireAccount(drivingPath(tripId));
  const [locale, { "travel/driving": driving }] = await Promise.all([getLocale(), getMessages()]);
  return (
    <main id="conteudo" data-slot="driving" className="dark flex min-h-0 grow flex-col bg-background text-text">
      <DrivingTexts value={driving}>
        <Driving locale={locale} tripId={tripId}>
          <BreakdownHelp as="h2" />
        </Driving>
      </DrivingTexts>
    </main>
  );
}
