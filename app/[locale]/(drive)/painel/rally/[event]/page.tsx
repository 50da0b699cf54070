import { getLocale, getMessages } from "next-intl/server";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { CoDriver } from "@/components/events/rally/co-driver";
import { RallyDriveTexts } from "@/components/events/rally/rally-drive-texts";
import { coDriverPath } from "@/lib/events/rally/rules";
import { requireAccount } from "@/lib/platform/auth/guard";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("events/rally.drive", "title", { referrer: "no-referrer" });

/** The screen of a co-driver, always dark. The service worker keeps this page, so it contains no data of the account. */
export default async function CoDriverPage({ params }: { params: Promise<{ event: string }> }) {
  const { event } = await params;
  await requireAccount(coDriverPath(event));
  const {
    "events/rally": { drive, book },
  } = await getMessages();
  return (
    <main id="conteudo" className="dark flex min-h-0 grow flex-col bg-background text-text">
      <RallyDriveTexts value={{ drive, book }}>
        <CoDriver event={event} locale={await getLocale()} />
      </RallyDriveTexts>
    </main>
  );
}
