import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { z } from "zod";
import { CustomerView } from "@/components/partners/desk/customer-view";
import { getDeskTexts } from "@/components/partners/desk/get-desk-texts";
import { PartnerView } from "@/components/partners/desk/partner-view";
import { countRefused, takeGuess } from "@/lib/platform/failed-attempts/service";
import { callerAddress } from "@/lib/platform/caller";
import { localePath } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { readDownloadView } from "@/lib/partners/desk/queries";
import { redeemPath } from "@/lib/partners/downloads/rules";
import { voucherQr } from "../../../../voucher-image";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = secretMetadata("partners/desk.redeemPage", "metaTitle");

/** Throws `rate.limited` when the caller has asked for too many ids that do not exist. */
async function refuse(caller: string): Promise<never> {
  await takeGuess("voucherPageRefused", "voucher_download", caller);
  await countRefused("voucher_download", caller);
  notFound();
}

/**
 * A downloaded voucher: for its holder with the QR code, for the people of the place with the redemption, which the browser
 * loads. The service worker keeps this page, so it contains nothing of the place's side.
 */
export default async function RedeemPage({ params }: { params: Promise<{ downloadId: string }> }) {
  const caller = await callerAddress();
  await takeAttempt("voucherPage", caller);
  const id = z.uuid().safeParse((await params).downloadId);
  const voucher = id.success ? await readDownloadView(id.data) : null;
  if (!voucher) return refuse(caller);
  const [locale, texts] = await Promise.all([getLocale(), getDeskTexts()]);
  const placePath = localePath(locale, `/${voucher.stateAbbr.toLowerCase()}/servicos/${voucher.placeSlug}`);
  const login = `${localePath(locale, "/login")}?next=${encodeURIComponent(localePath(locale, redeemPath(voucher.id)))}`;
  return (
    <main id="conteudo" className="page grid max-w-2xl content-start gap-6 py-8">
      <CustomerView
        locale={locale}
        voucher={voucher}
        qr={voucher.status === "active" ? await voucherQr(voucher) : null}
        placePath={placePath}
      />
      <PartnerView texts={texts} locale={locale} downloadId={voucher.id} login={login} />
    </main>
  );
}
