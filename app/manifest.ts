import type { MetadataRoute } from "next";
import { PORTAL_NAME } from "@/lib/settings/rules";

export default function manifest(): MetadataRoute.Manifest {
  return {
    id: "/",
    name: PORTAL_NAME,
    short_name: "LACAMBECHE",
    description: "Rotas turísticas para carros antigos em todo o Brasil.",
    lang: "pt-BR",
    start_url: "/home",
    scope: "/",
    display: "standalone",
    background_color: "#0b1220",
    theme_color: "#3b82f6",
    categories: ["travel", "navigation"],
    screenshots: [
      { src: "/screenshots/front-wide.png", sizes: "1280x800", type: "image/png", form_factor: "wide" },
      { src: "/screenshots/state-narrow.png", sizes: "390x844", type: "image/png", form_factor: "narrow" },
    ],
    icons: [
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
