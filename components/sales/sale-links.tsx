import { FileText, MessageCircle } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { localePath } from "@/lib/platform/i18n/routing";
import type { Sale } from "@/lib/sales/queries";
import { contractPath, paymentPath, saleMessage, whatsappAddress } from "@/lib/sales/rules";
import { CopyLink } from "./copy-link";

const LINK = "inline-flex min-h-9 items-center gap-1.5 text-sm text-link underline underline-offset-4 hover:decoration-2";

/** What a seller does with a sale: send the link again, copy it, open the signed contract. */
export async function SaleLinks({ sale, site }: { sale: Sale; site: string }) {
  const t = await getTranslations("sales.links");
  const locale = await getLocale();
  const address = site + paymentPath(sale.payment_token);
  const payable = sale.payment_status !== "paid" && !sale.cancelled_at;
  return (
    <span className="flex flex-wrap gap-x-4">
      {payable && (
        <>
          <a href={whatsappAddress(sale.client_phone, saleMessage(sale.client_contact_name, address))} target="_blank" rel="noopener" className={LINK}>
            <Icon of={MessageCircle} className="size-4 shrink-0" /> {t("resend")}
          </a>
          <CopyLink address={address} label={t("copy")} className={LINK} />
        </>
      )}
      <a href={localePath(locale, contractPath(sale.payment_token))} target="_blank" rel="noopener" className={LINK}>
        <Icon of={FileText} className="size-4 shrink-0" /> {t("contract")}
      </a>
    </span>
  );
}
