import { chromium } from "@playwright/test";
import { demoAccount, openSession } from "./tests/e2e/support/accounts";
const b = await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox","--disable-gpu"]});
const s = await openSession(demoAccount("admin" as never));
const list = process.argv.slice(2);
for (const one of list) {
  const [path,w,theme,name] = one.split("|");
  const c = await b.newContext({viewport:{width:+w,height:+w<700?844:900},locale:"pt-BR",isMobile:+w<700});
  await c.addInitScript(`localStorage.theme='${theme}';sessionStorage.splash='shown';sessionStorage.gpsAsked='1'`);
  await c.addCookies(s.cookies.map(k=>({...k,url:"http://localhost:3530"})));
  const p = await c.newPage();
  p.on("console",m=>m.type()==="error"&&console.log(path,"console",m.text().slice(0,300))); p.on("pageerror",e=>console.log(path,"exc",e.message.slice(0,300)));
  const r = await p.goto("http://localhost:3530"+path,{waitUntil:"load",timeout:120000}); await p.waitForTimeout(2500);
  console.log(path,r?.status(),p.url(), await p.evaluate(()=>document.documentElement.scrollWidth>innerWidth));
  await p.screenshot({path:`/tmp/h-shots/c-${name}.png`,fullPage:true}); await c.close();
}
await b.close();
