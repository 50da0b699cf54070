import { getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { whatsappAddress } from "@/lib/platform/whatsapp";

/** How to pay when no online method is available. */
export async function ContactInstructions({ number, phone, email }: { number: number; phone: string; email: string }) {
  const t = await getTranslations("commerce/payments.contact");
  return (
    <Card className="grid gap-3">
      <CardTitle>{t("title")}</CardTitle>
      <p className="text-lg">{phone || email ? t("text", { number }) : t("none", { number })}</p>
      <div className="flex flex-wrap gap-3">
        {phone && (
          <Button asChild>
            <a href={whatsappAddress(phone, t("message", { number }))} target="_blank" rel="noopener noreferrer">
              {t("whatsapp")}
            </a>
          </Button>
        )}
        {email && (
          <Button asChild variant="outline">
            <a href={`mailto:${email}?subject=${encodeURIComponent(t("message", { number }))}`}>{t("email")}</a>
          </Button>
        )}
      </div>
    </Card>
  );
}
