/**
 * What makes the pages handier, served from the service: folding, zoom and search without a round trip, and the newest plan
 * as soon as its dates are computed. All of it is there without, by the forms of the pages. It is text of another world than
 * this one, which has no document: the browser tests run it.
 */
export const PAGES_SCRIPT = `'use strict'
;(() => {
  const folded = new Set()
  let filter = { words: '', critical: false }

  function start() {
    const gantt = document.getElementById('gantt')
    const tools = document.getElementById('tools')
    if (gantt) {
      addFolds(gantt)
      waitForView(gantt)
      if (isChanged()) apply(gantt)
      show()
    }
    if (gantt && tools) addTools(gantt, tools)
    if (document.getElementById('main').dataset.renews) setTimeout(renew, 1500)
  }

  function rowsOf(gantt) {
    return [...gantt.querySelectorAll('.chunk .row')]
  }

  /** Pieces of the table of which only the text is there, by the observer that fills them. */
  let waiting = new Map()
  let near = null

  function waitForView(gantt) {
    if (near) near.disconnect()
    waiting = new Map()
    near = new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting } of seen) isIntersecting ? fill(target) : empty(target)
      },
      { root: gantt, rootMargin: '1300px 0px' },
    )
    for (const text of gantt.querySelectorAll('.chunk > noscript')) {
      const chunk = text.parentElement
      waiting.set(chunk, text.innerHTML)
      chunk.replaceChildren()
      chunk.style.height = chunk.dataset.rows * 26 + 'px'
      near.observe(chunk)
    }
  }

  function fill(chunk) {
    if (!waiting.has(chunk) || chunk.firstChild) return
    chunk.innerHTML = waiting.get(chunk)
    addFolds(chunk)
  }

  /** What is far away is text again, unless somebody stands in it. */
  function empty(chunk) {
    if (waiting.has(chunk) && !chunk.contains(document.activeElement)) chunk.replaceChildren()
  }

  /** All rows at once: what is folded, found or printed concerns every one. */
  function fillAll() {
    if (near) near.disconnect()
    for (const chunk of waiting.keys()) {
      fill(chunk)
      chunk.style.height = ''
    }
    waiting = new Map()
  }

  function isChanged() {
    return folded.size > 0 || filter.words !== '' || filter.critical
  }

  /** The row that the address names may be one that waits. */
  function show() {
    const id = location.hash.slice(1)
    if (!/^t-[0-9a-f-]+$/.test(id) || document.getElementById(id)) return
    for (const [chunk, text] of waiting) {
      if (!text.includes('id="' + id + '"')) continue
      fill(chunk)
      document.getElementById(id).scrollIntoView({ block: 'center' })
      // Only a move to it makes it the target of the style.
      location.replace('#' + id)
      return
    }
  }

  function addFolds(within) {
    const gantt = document.getElementById('gantt')
    for (const row of within.querySelectorAll('.row.summary')) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'fold'
      button.setAttribute('aria-expanded', 'true')
      button.textContent = '\\u25be'
      const name = row.querySelector('.text').textContent
      button.setAttribute('aria-label', 'Fold ' + name)
      button.addEventListener('click', () => {
        if (!folded.delete(row.id)) folded.add(row.id)
        apply(gantt)
      })
      row.querySelector('.name').prepend(button)
    }
  }

  function addTools(gantt, tools) {
    const set = (name) => {
      gantt.className = 'gantt zoom-' + name + (gantt.classList.contains('no-links') ? ' no-links' : '')
    }
    tools.addEventListener('submit', (event) => event.preventDefault())
    tools.querySelector('button').hidden = true
    tools.zoom.addEventListener('change', () => set(tools.zoom.value))
    const read = () => {
      filter = { words: tools.q.value.trim().toLowerCase(), critical: tools.critical.checked }
      apply(gantt)
    }
    // What the server left out already comes back only with another page.
    const isWhole = !new URLSearchParams(location.search).has('q') && !new URLSearchParams(location.search).has('critical')
    if (isWhole) {
      tools.q.value = filter.words || tools.q.value
      tools.critical.checked = filter.critical
      tools.q.addEventListener('input', read)
      tools.critical.addEventListener('change', read)
    } else {
      tools.addEventListener('change', () => tools.submit())
    }
    addButton(tools, 'Fold all', () => {
      fillAll()
      for (const row of gantt.querySelectorAll('.chunk .row.summary')) folded.add(row.id)
      apply(gantt)
    })
    addButton(tools, 'Unfold all', () => {
      folded.clear()
      apply(gantt)
    })
    const links = addButton(tools, 'Links', () => {
      links.setAttribute('aria-pressed', String(!gantt.classList.toggle('no-links')))
    })
    links.setAttribute('aria-pressed', 'true')
  }

  function addButton(tools, text, act) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = text
    button.addEventListener('click', act)
    tools.append(button)
    return button
  }

  function matches(row) {
    if (filter.critical && (!row.classList.contains('critical-row') || row.classList.contains('summary'))) return false
    return filter.words === '' || row.querySelector('.name').textContent.toLowerCase().includes(filter.words)
  }

  function apply(gantt) {
    fillAll()
    const rows = rowsOf(gantt)
    const isFiltered = filter.words !== '' || filter.critical
    const shown = rows.map(() => !isFiltered)
    if (isFiltered) {
      const above = []
      rows.forEach((row, index) => {
        const depth = Number(row.dataset.depth)
        while (above.length > 0 && above[above.length - 1].depth >= depth) above.pop()
        if (matches(row)) {
          shown[index] = true
          for (const phase of above) shown[phase.index] = true
        }
        if (row.classList.contains('summary')) above.push({ depth, index })
      })
    }
    let hiddenBelow = Infinity
    const place = []
    let count = 0
    rows.forEach((row, index) => {
      const depth = Number(row.dataset.depth)
      if (depth <= hiddenBelow) hiddenBelow = Infinity
      const isShown = shown[index] && depth <= hiddenBelow
      row.classList.toggle('hidden', !isShown)
      place.push(isShown ? count++ : -1)
      if (row.classList.contains('summary')) {
        const isFolded = folded.has(row.id)
        const button = row.querySelector('.fold')
        button.setAttribute('aria-expanded', String(!isFolded))
        button.textContent = isFolded ? '\\u25b8' : '\\u25be'
        if (isFolded && depth < hiddenBelow) hiddenBelow = depth
      }
    })
    for (const chunk of gantt.querySelectorAll('.chunk')) {
      const left = chunk.querySelectorAll('.row:not(.hidden)').length
      chunk.style.containIntrinsicBlockSize = left * 26 + 'px'
    }
    drawLinks(gantt, place, count)
  }

  function drawLinks(gantt, place, count) {
    const data = document.getElementById('gantt-links')
    const svg = gantt.querySelector('svg.links')
    if (!data || !svg) return
    const { rowHeight, links } = JSON.parse(data.textContent)
    const paths = ['', '']
    for (const [from, fromDay, to, toDay, isHot] of links) {
      const a = place[from]
      const b = place[to]
      if (a < 0 || b < 0) continue
      const y1 = (a + 0.5) * rowHeight
      const y2 = (b + 0.5) * rowHeight
      const end = y2 + (b > a ? -6 : 6)
      const way = toDay >= fromDay ? '' : 'V' + (y2 + ((b > a ? -1 : 1) * rowHeight) / 2)
      paths[isHot] += 'M' + fromDay + ' ' + y1 + way + 'H' + toDay + 'V' + end
    }
    const height = Math.max(1, count) * rowHeight
    svg.setAttribute('viewBox', '0 0 ' + svg.viewBox.baseVal.width + ' ' + height)
    svg.setAttribute('height', height)
    svg.style.height = height + 'px'
    svg.children[0].setAttribute('d', paths[0])
    svg.children[1].setAttribute('d', paths[1])
  }

  const NEWS = new Set(['cpm_complete', 'task_run_completed', 'baseline_activated', 'risk_updated'])

  async function follow() {
    const main = document.getElementById('main')
    const id = main && main.dataset.follows
    if (!id) return
    const reply = await fetch('/socket-ticket/', { method: 'POST' })
    if (!reply.ok) return
    const { ticket } = await reply.json()
    const address = location.origin.replace(/^http/, 'ws') + '/ws/v1/projects/' + id + '/?ticket=' + encodeURIComponent(ticket)
    const socket = new WebSocket(address)
    let due = 0
    socket.addEventListener('message', (event) => {
      const told = JSON.parse(event.data)
      const name = told.event_type || told.type || told.event
      if (!NEWS.has(name)) return
      clearTimeout(due)
      due = setTimeout(renew, 400)
    })
    socket.addEventListener('open', () => document.documentElement.setAttribute('data-live', 'true'))
    socket.addEventListener('close', (event) => {
      if (event.code < 4000) setTimeout(follow, 5000)
    })
  }

  /** Puts the page as it is now in place of the one that is shown; what is typed, folded and scrolled to stays. */
  async function renew() {
    const reply = await fetch(location.href)
    if (!reply.ok) return
    const fresh = new DOMParser().parseFromString(await reply.text(), 'text/html').getElementById('main')
    const main = document.getElementById('main')
    if (!fresh || main.contains(document.activeElement) && /INPUT|SELECT/.test(document.activeElement.tagName)) return
    const gantt = document.getElementById('gantt')
    const kept = gantt && { left: gantt.scrollLeft, top: gantt.scrollTop, className: gantt.className }
    main.replaceWith(document.adoptNode(fresh))
    start()
    const next = document.getElementById('gantt')
    if (kept && next) {
      next.className = kept.className
      const tools = document.getElementById('tools')
      if (tools) tools.zoom.value = (/zoom-(\\w+)/.exec(kept.className) || [])[1] || 'fit'
      next.scrollTo(kept.left, kept.top)
    }
  }

  addEventListener('beforeprint', fillAll)
  addEventListener('hashchange', () => show())
  start()
  follow()
})()
`
