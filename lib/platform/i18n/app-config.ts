import type accounts from "@/messages/pt-BR/accounts.json";
import type admin from "@/messages/pt-BR/admin.json";
import type ads from "@/messages/pt-BR/ads.json";
import type analytics from "@/messages/pt-BR/analytics.json";
import type approvals from "@/messages/pt-BR/approvals.json";
import type blog from "@/messages/pt-BR/blog.json";
import type checklists from "@/messages/pt-BR/checklists.json";
import type errors from "@/messages/pt-BR/errors.json";
import type financials from "@/messages/pt-BR/financials.json";
import type guide from "@/messages/pt-BR/guide.json";
import type inbox from "@/messages/pt-BR/inbox.json";
import type layout from "@/messages/pt-BR/layout.json";
import type magazines from "@/messages/pt-BR/magazines.json";
import type map from "@/messages/pt-BR/map.json";
import type notifications from "@/messages/pt-BR/notifications.json";
import type offline from "@/messages/pt-BR/offline.json";
import type pages from "@/messages/pt-BR/pages.json";
import type payments from "@/messages/pt-BR/payments.json";
import type places from "@/messages/pt-BR/places.json";
import type qrCodes from "@/messages/pt-BR/qr-codes.json";
import type radio from "@/messages/pt-BR/radio.json";
import type records from "@/messages/pt-BR/records.json";
import type regions from "@/messages/pt-BR/regions.json";
import type requests from "@/messages/pt-BR/requests.json";
import type sales from "@/messages/pt-BR/sales.json";
import type search from "@/messages/pt-BR/search.json";
import type sellers from "@/messages/pt-BR/sellers.json";
import type system from "@/messages/pt-BR/system.json";
import type { Locale as PortalLocale } from "./routing";

declare module "next-intl" {
  interface AppConfig {
    Locale: PortalLocale;
    Messages: {
      accounts: typeof accounts;
      admin: typeof admin;
      ads: typeof ads;
      analytics: typeof analytics;
      approvals: typeof approvals;
      blog: typeof blog;
      checklists: typeof checklists;
      errors: typeof errors;
      financials: typeof financials;
      guide: typeof guide;
      inbox: typeof inbox;
      layout: typeof layout;
      magazines: typeof magazines;
      map: typeof map;
      notifications: typeof notifications;
      offline: typeof offline;
      pages: typeof pages;
      payments: typeof payments;
      places: typeof places;
      "qr-codes": typeof qrCodes;
      radio: typeof radio;
      records: typeof records;
      regions: typeof regions;
      requests: typeof requests;
      sales: typeof sales;
      search: typeof search;
      sellers: typeof sellers;
      system: typeof system;
    };
  }
}
