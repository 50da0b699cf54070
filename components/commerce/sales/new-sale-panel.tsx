import { MessageCircle } from "lucide";
import { getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { SignPlate } from "@/components/ui/sign-plate";
import { linkPath } from "@/lib/platform/links/rules";
import { whatsappAddress } from "@/lib/platform/whatsapp";
import type { Sale } from "@/lib/commerce/sales/queries";
import { saleMessage } from "@/lib/commerce/sales/rules";
import { siteUrl } from "@/lib/platform/site-url";
import { CopyLink } from "./copy-link";
import { buttonClass } from "@/components/ui/button-class";

/** The link of the new sale, in case WhatsApp did not open. */
export async function NewSalePanel({ sale }: { sale: Sale }) {
  const t = await getTranslations("commerce/sales.done");
  if (!sale.link_token) return null;
  const address = siteUrl(linkPath("payment", sale.link_token));
  return (
    <SignPlate as="section" kind="route" className="grid gap-3 p-7">
      <h2 className="text-2xl">{t("title", { company: sale.client_company_name })}</h2>
      <p>{t("lead")}</p>
      <p className="font-semibold wrap-anywhere">{address}</p>
      <div className="flex flex-wrap gap-3">
        <Button asChild variant="faixa">
          <a
            href={whatsappAddress(
              sale.client_phone,
              saleMessage(sale.client_contact_name, address, !sale.contract_sha256),
              { isSale: true },
            )}
            target="_blank"
            rel="noopener"
          >
            <Icon of={MessageCircle} /> {t("whatsapp")}
          </a>
        </Button>
        <CopyLink
          address={address}
          label={t("copy")}
          className={buttonClass({ look: "current", size: "wide", font: "sign", className: "h-11" })}
        />
      </div>
    </SignPlate>
  );
}
