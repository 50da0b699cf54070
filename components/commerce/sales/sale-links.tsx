import { ChartNoAxesColumn, FileText, Pencil, RefreshCw } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { linkPath } from "@/lib/platform/links/rules";
import { formatMoment } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import type { Sale } from "@/lib/commerce/sales/queries";
import { contractAddress, isRenewable, runOf } from "@/lib/commerce/sales/rules";
import { siteUrl } from "@/lib/platform/site-url";
import { CancelSale } from "./cancel-sale";
import { ShareSale } from "./share-sale";

const LINK =
  "inline-flex min-h-9 items-center gap-1.5 text-sm text-link underline underline-offset-4 hover:decoration-2";

/** Actions of a seller for a sale: send, copy or replace the link, open the signed contract. */
export async function SaleLinks({ sale }: { sale: Sale }) {
  const [t, shared, locale] = [
    await getTranslations("commerce/sales.links"),
    await getTranslations("platform/links.share"),
    await getLocale(),
  ];
  const address = sale.link_token && siteUrl(linkPath("payment", sale.link_token));
  const renewable = isRenewable(sale);
  const payable = sale.payment_status !== "paid" && !sale.cancelled_at;
  return (
    <span className="flex flex-wrap gap-x-4">
      {!sale.cancelled_at && <span className="w-full text-sm">{t(`next.${runOf(sale, new Date())}`)}</span>}
      {payable && (
        <ShareSale
          key={address}
          sale={sale.id}
          address={address}
          site={siteUrl()}
          contact={sale.client_contact_name}
          phone={sale.client_phone}
          isUnsigned={!sale.contract_sha256}
          texts={{ resend: t("resend"), copy: t("copy"), replace: shared("replace"), confirm: shared("confirm") }}
          className={LINK}
        />
      )}
      {payable && (
        <Link href={localePath(locale, `/vendedor/nova-venda?corrige=${sale.id}`)} className={LINK}>
          <Icon of={Pencil} className="size-4 shrink-0" /> {t("correct")}
        </Link>
      )}
      {sale.contract_sha256 && (
        <a href={contractAddress(sale.id)} target="_blank" rel="noopener" className={LINK}>
          <Icon of={FileText} className="size-4 shrink-0" /> {t("contract")}
        </a>
      )}
      {renewable && address && (
        <a href={address} target="_blank" rel="noopener" className={LINK}>
          <Icon of={FileText} className="size-4 shrink-0" /> {t("art")}
        </a>
      )}
      {renewable && sale.report_token && (
        <a href={siteUrl(linkPath("report", sale.report_token))} target="_blank" rel="noopener" className={LINK}>
          <Icon of={ChartNoAxesColumn} className="size-4 shrink-0" /> {t("report")}
        </a>
      )}
      {renewable && (
        <Link href={localePath(locale, `/vendedor/nova-venda?renova=${sale.id}`)} className={LINK}>
          <Icon of={RefreshCw} className="size-4 shrink-0" /> {t("renew")}
        </Link>
      )}
      {payable && <CancelSale sale={sale} />}
      {payable && (
        <span className="w-full text-sm text-muted">
          {sale.link_opened_at ? t("opened", { when: formatMoment(sale.link_opened_at, locale) }) : t("unopened")}
        </span>
      )}
    </span>
  );
}
