import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { z } from "zod";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage } from "@/components/ui/system-page";
import { buttonClass } from "@/components/ui/button-class";
import { Desk } from "@/components/partners/desk/desk";
import { getDeskTexts } from "@/components/partners/desk/get-desk-texts";
import { PlaceChoice } from "@/components/partners/desk/place-choice";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";
import { readDeskPlace, searchDeskPlaces } from "@/lib/partners/desk/queries";
import { readerPath } from "@/lib/partners/desk/rules";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

const PATH = panelPath("voucher_checkin");

type Props = { searchParams: Promise<{ lugar?: string | string[]; busca?: string | string[] }> };

export const generateMetadata = unlistedMetadata("partners/desk", "title");

/** The desk of the team: any place, with the offline queue and the list of the day. */
export default async function VoucherCheckinPage({ searchParams }: Props) {
  const account = await requireAccount(PATH);
  const [t, { lugar, busca }] = [await getTranslations("partners/desk"), await searchParams];
  const wanted = z.uuid().safeParse(lugar);
  const place = wanted.success ? await readDeskPlace(wanted.data, account) : null;
  const text = typeof busca === "string" ? busca : "";
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("adminLead")}>
        {place ? (
          <Console serviceId={place.id} />
        ) : (
          <PlaceChoice path={PATH} text={text} places={await searchDeskPlaces(text)} />
        )}
      </SystemPage>
    </AdminShell>
  );
}

async function Console({ serviceId }: { serviceId: string }) {
  const [locale, { "events/gate": gate }, texts] = await Promise.all([getLocale(), getMessages(), getDeskTexts()]);
  const login = `${localePath(locale, "/admin/login")}?next=${encodeURIComponent(`${PATH}?lugar=${serviceId}`)}`;
  return (
    <>
      <p className="flex flex-wrap gap-3">
        <Link href={localePath(locale, PATH)} className={buttonClass({ look: "outline" })}>
          {texts.place.change}
        </Link>
        {/* Another document, because the page of the panel is not kept for use without a connection. */}
        <a href={localePath(locale, readerPath(serviceId))} className={buttonClass({ look: "outline" })}>
          {texts.desk.fullScreen}
        </a>
      </p>
      <Desk key={serviceId} texts={texts} camera={gate.camera} locale={locale} login={login} placeId={serviceId} />
    </>
  );
}
