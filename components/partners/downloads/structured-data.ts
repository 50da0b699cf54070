import { itemList, type ItemList } from "@/components/ui/item-list";
import { translated } from "@/lib/platform/i18n/content";
import type { Locale } from "@/lib/platform/i18n/routing";
import { servicePath } from "@/lib/guide/services/rules";
import type { ListedVoucher } from "@/lib/partners/downloads/queries";
import { voucherAnchor, vouchersPath } from "@/lib/partners/downloads/rules";
import { pageUrl, siteUrl } from "@/lib/platform/site-url";

/** The vouchers of a page in schema.org format. */
export const offersData = (vouchers: readonly ListedVoucher[], name: string, locale: Locale): ItemList =>
  itemList(
    vouchers.map((voucher) => ({ item: offerOf(voucher, locale) })),
    name,
  );

function offerOf(voucher: ListedVoucher, locale: Locale): Record<string, unknown> {
  const { id, service, valid_from, valid_until, image_url } = voucher;
  return {
    "@type": "Offer",
    name: translated(voucher, "title", locale).text,
    description: translated(voucher, "rules", locale).text || undefined,
    url: `${pageUrl(locale, vouchersPath(service.state_abbr))}#${voucherAnchor(id)}`,
    image: image_url ? siteUrl(image_url) : undefined,
    validFrom: valid_from,
    validThrough: valid_until,
    areaServed: { "@type": "State", name: service.state_abbr },
    offeredBy: {
      "@type": "LocalBusiness",
      name: service.name,
      url: pageUrl(locale, servicePath(service)),
      address: service.city
        ? {
            "@type": "PostalAddress",
            addressLocality: service.city.name,
            addressRegion: service.state_abbr,
            addressCountry: "BR",
          }
        : undefined,
    },
  };
}
