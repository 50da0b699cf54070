import { getLocale, getMessages } from "next-intl/server";
import { Driving } from "@/components/driving/driving";
import { requireAccount } from "@/lib/platform/auth/guard";
import { drivingPath } from "@/lib/trip-tracks/rules";

/** The instruments, always dark. The service worker keeps this page, so it contains no data of the account. */
export async function DrivingPage({ tripId }: { tripId: string | null }) {
  await requireAccount(drivingPath(tripId));
  const [locale, { driving }] = await Promise.all([getLocale(), getMessages()]);
  return (
    <main id="conteudo" className="dark bg-background text-text">
      <Driving texts={driving} locale={locale} tripId={tripId} />
    </main>
  );
}
