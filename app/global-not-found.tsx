import "./globals.css";
import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { buttonClass } from "@/components/ui/button-class";

export const metadata: Metadata = { title: "404 | LACAMBECHE", robots: { index: false } };

/** Missing files are outside the locale routes, so this page shows its text in all three languages. */
export default function GlobalNotFound() {
  return (
    <html lang="pt-BR" className="dark">
      <body>
        <main className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
          <h1 className="text-4xl">Página não encontrada</h1>
          <p lang="en">Page not found</p>
          <p lang="es">Página no encontrada</p>
          <Link href="/home" className={buttonClass({ look: "primary", size: "xl", font: "plain", className: "mt-3" })}>
            LACAMBECHE
          </Link>
        </main>
      </body>
    </html>
  );
}
