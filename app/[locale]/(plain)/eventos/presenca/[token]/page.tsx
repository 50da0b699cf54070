import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AttendanceForm } from "@/components/events/panel/attendance-form";
import { SignPlate } from "@/components/ui/sign-plate";
import { getAttendance } from "@/lib/events/panel/queries";
import { countRefused, takeGuess } from "@/lib/platform/failed-attempts/service";
import { callerAddress } from "@/lib/platform/caller";
import { formatTimestamp } from "@/lib/platform/format";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = secretMetadata("events/panel.attendance", "title");

/** Asks the holder of a link whether they come; opening the page stores nothing because message previews open every link. */
export default async function AttendancePage({ params }: { params: Promise<{ token: string }> }) {
  const caller = await callerAddress();
  await takeGuess("approvalPage", "registration", caller);
  const { token } = await params;
  const page = await getAttendance(token);
  if (!page) {
    await countRefused("registration", caller);
    notFound();
  }
  const [t, locale, messages] = [
    await getTranslations("events/panel.attendance"),
    await getLocale(),
    await getMessages(),
  ];
  const when = formatTimestamp(page.starts_at, locale, {
    dateStyle: "full",
    timeStyle: "short",
    timeZone: page.time_zone,
  });
  return (
    <main id="conteudo" className="page grid max-w-2xl content-start gap-6 py-8">
      <header className="grid gap-1">
        <h1 className="display-1">{t("title")}</h1>
        <p className="text-2xl wrap-anywhere">{page.title}</p>
        <p className="text-lg text-muted">{`${when} · ${page.town}/${page.state_abbr}`}</p>
        <p className="text-lg text-muted">{t("places", { count: page.places })}</p>
      </header>
      {page.is_open ? (
        <AttendanceForm token={token} answer={page.attending} texts={messages["events/panel"].attendance} />
      ) : (
        <SignPlate kind="warning" role="status" className="px-4 py-3 text-xl">
          {t("closed")}
        </SignPlate>
      )}
    </main>
  );
}
