import { notFound } from "next/navigation";
import { getLocale, getMessages } from "next-intl/server";
import { z } from "zod";
import { ReadingFrame } from "@/components/platform/readings/reading-frame";
import { Desk } from "@/components/partners/desk/desk";
import { getDeskTexts } from "@/components/partners/desk/get-desk-texts";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";
import { readDeskPlace } from "@/lib/partners/desk/queries";
import { readerPath } from "@/lib/partners/desk/rules";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("partners/desk", "title");

/** The desk for accounts of a place and of the team. The service worker keeps this page, so it contains no data of the account and the place. */
export default async function AccountDeskPage({ params }: { params: Promise<{ serviceId: string }> }) {
  const { serviceId } = await params;
  const path = readerPath(serviceId);
  const account = await requireAccount(path);
  if (!z.uuid().safeParse(serviceId).success || !(await readDeskPlace(serviceId, account))) notFound();
  const [locale, { "events/gate": gate }, texts] = await Promise.all([getLocale(), getMessages(), getDeskTexts()]);
  const login = `${localePath(locale, "/login")}?next=${encodeURIComponent(localePath(locale, path))}`;
  return (
    <ReadingFrame title={texts.title}>
      <Desk texts={texts} camera={gate.camera} locale={locale} login={login} placeId={serviceId} />
    </ReadingFrame>
  );
}
