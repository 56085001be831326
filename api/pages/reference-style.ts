export const REFERENCE_STYLE = `
.reference{display:grid;grid-template-columns:13rem minmax(0,1fr);gap:2rem}
nav ul{list-style:none;margin:1rem 0 0;padding:0;position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow-y:auto}
nav li{padding:.12rem 0}
nav a{text-decoration:none}
#filter{width:100%;max-width:32rem;font:inherit;padding:.5rem .7rem;color:inherit;background:var(--raised);
border:1px solid var(--rule);border-radius:6px}
section h2{margin-top:1rem}
details{border:1px solid var(--rule);border-radius:6px;margin:.4rem 0;background:var(--raised)}
details>summary{padding:.4rem .7rem;list-style-position:inside;overflow-wrap:anywhere}
details[open]>summary{border-bottom:1px solid var(--rule)}
.operation>summary{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem .7rem;align-items:baseline}
.operation>summary::-webkit-details-marker{display:none}
.operation>summary span{color:var(--faint)}
.operation i{font-style:normal;color:var(--accent)}
.inside{padding:.3rem .9rem .8rem;background:var(--paper);border-radius:0 0 6px 6px}

.method{min-width:4.8em;font-size:.8rem;letter-spacing:.03em}
.get{color:var(--get)}.post{color:var(--post)}.put{color:var(--put)}.patch{color:var(--patch)}.delete{color:var(--delete)}
dl{margin:.2rem 0}
dt{padding:.15rem 0}
dd{margin:.1rem 0 .6rem 1.4rem}
@media screen and (max-width:50rem){.reference{display:block}nav ul{position:static;max-height:none;columns:2}}
@media print{nav,#filter{display:none}.reference{display:block}details{break-inside:avoid-page}}
`

/** Hides what does not match, and opens the operation that the address names. */
export const FILTER_SCRIPT = `
(function(){
var box=document.getElementById('filter');
var items=Array.prototype.slice.call(document.querySelectorAll('details'));
var texts=items.map(function(item){return item.querySelector('summary').textContent.toLowerCase()});
box.hidden=false;
box.addEventListener('input',function(){
var words=box.value.toLowerCase().split(/\\s+/).filter(Boolean);
items.forEach(function(item,index){item.hidden=!words.every(function(word){return texts[index].indexOf(word)>=0})});
document.querySelectorAll('section').forEach(function(section){section.hidden=!section.querySelector('details:not([hidden])')});
});
function openNamed(){var named=document.getElementById(decodeURIComponent(location.hash.slice(1)));
if(named&&named.tagName==='DETAILS'){named.open=true;named.scrollIntoView()}}
addEventListener('hashchange',openNamed);openNamed();
})();
`
