/** A spreadsheet that this importer reads without a single warning, as a start for people's own. */
export const SPREADSHEET_TEMPLATE = `# One row a task. Rows that begin with # are comments; delete them or leave them.
# Predecessors name IDs: 3, 3FS+2d (two working days later), 5SS, 9FS-1d. A duration of 0 is a milestone.
ID,WBS,Name,Duration,Start,Finish,% Complete,Assignee,Predecessors,Labels,Notes
1,1,Preparation,,,,,,,,
2,1.1,Survey the site,5d,2026-03-02,2026-03-06,100%,Ana Costa,,Site,Report is with the client
3,1.2,Draw the plans,2 weeks,2026-03-09,2026-03-20,50%,"Ben Okoro; Ana Costa",2,Design,
4,1.3,Plans approved,0,,,,,3,Design,Milestone
5,2,Construction,,,,,,,,
6,2.1,Order materials,16 hours,,,,Chen Wei,4,Purchasing,
7,2.2,Foundations,8d,,,,Dara Singh,4FS+2d,Site,
8,2.3,Walls,12d,,,,Dara Singh,"6; 7",Site,
9,2.4,Roof,6d,,,,Dara Singh,8FS-1d,"Site, Weather",Needs five dry days
10,3,Handover,1d,,,,Ana Costa,9,,
`
